//! Tokens that say whose they are: a fixed beginning, then so many characters of one alphabet.
//!
//! The shapes are those their vendors document. A row is one shape; several rows may share a rule.

use crate::finding::Confidence::{self, Certain, Likely};

/// Which characters a token is made of after its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// `0-9 a-f`, either case.
    Hex,
    /// `A-Z 0-9`
    Upper,
    /// `a-z A-Z 0-9`
    Alnum,
    /// letters, digits, `_` and `-`
    Url,
    /// letters, digits, `_`, `-`, `.` and `=`
    Dotted,
    /// letters, digits, `+`, `/` and `=`
    Base64,
}

impl Alphabet {
    pub(crate) fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'=')
            }
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
        }
    }
}

/// One shape.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) rule: &'static str,
    /// What it is, in words.
    pub(crate) what: &'static str,
    /// How it begins, exactly.
    pub(crate) start: &'static str,
    pub(crate) alphabet: Alphabet,
    /// Fewest and most characters after the beginning.
    pub(crate) length: (usize, usize),
    pub(crate) confidence: Confidence,
}

const fn token(
    rule: &'static str,
    what: &'static str,
    start: &'static str,
    alphabet: Alphabet,
    length: (usize, usize),
    confidence: Confidence,
) -> Token {
    Token {
        rule,
        what,
        start,
        alphabet,
        length,
        confidence,
    }
}

use Alphabet::{Alnum, Base64, Dotted, Hex, Upper, Url};

/// Every shape we know.
#[rustfmt::skip]
pub(crate) const TOKENS: &[Token] = &[
    // -- clouds
    token("aws-access-key", "AWS access key", "AKIA", Upper, (16, 16), Certain),
    token("aws-access-key", "AWS access key", "ASIA", Upper, (16, 16), Certain),
    token("aws-access-key", "AWS access key", "ABIA", Upper, (16, 16), Certain),
    token("aws-access-key", "AWS access key", "ACCA", Upper, (16, 16), Certain),
    token("aws-bedrock-key", "Amazon Bedrock key", "ABSK", Base64, (100, 280), Certain),
    token("aws-bedrock-key", "Amazon Bedrock key", "bedrock-api-key-", Base64, (40, 4_000), Certain),
    token("google-api-key", "Google API key", "AIza", Url, (35, 35), Certain),
    token("google-oauth-secret", "Google OAuth client secret", "GOCSPX-", Url, (28, 28), Certain),
    token("google-oauth-token", "Google access token", "ya29.", Dotted, (30, 1_200), Certain),
    token("google-refresh-token", "Google refresh token", "1//0", Url, (40, 200), Certain),
    token("alibaba-access-key", "Alibaba Cloud access key", "LTAI", Alnum, (12, 20), Certain),
    token("tencent-secret-id", "Tencent Cloud secret id", "AKID", Alnum, (32, 32), Certain),
    token("digitalocean-token", "DigitalOcean token", "dop_v1_", Hex, (64, 64), Certain),
    token("digitalocean-token", "DigitalOcean token", "doo_v1_", Hex, (64, 64), Certain),
    token("digitalocean-token", "DigitalOcean token", "dor_v1_", Hex, (64, 64), Certain),
    token("heroku-key", "Heroku API key", "HRKU-", Url, (36, 70), Certain),
    token("flyio-token", "Fly.io token", "fo1_", Url, (40, 50), Certain),
    token("flyio-token", "Fly.io token", "fm1a_", Base64, (60, 4_000), Certain),
    token("flyio-token", "Fly.io token", "fm1r_", Base64, (60, 4_000), Certain),
    token("flyio-token", "Fly.io token", "fm2_", Base64, (60, 4_000), Certain),
    token("cloudflare-origin-key", "Cloudflare origin CA key", "v1.0-", Url, (140, 200), Certain),
    token("cloudflare-token", "Cloudflare token", "cfut_", Url, (40, 80), Certain),
    token("cloudflare-token", "Cloudflare token", "cfat_", Url, (40, 80), Certain),
    token("scaleway-key", "Scaleway access key", "SCW", Upper, (17, 17), Likely),
    token("render-key", "Render API key", "rnd_", Alnum, (28, 40), Certain),
    token("planetscale-token", "PlanetScale token", "pscale_tkn_", Dotted, (32, 64), Certain),
    token("planetscale-token", "PlanetScale token", "pscale_oauth_", Dotted, (32, 64), Certain),
    token("planetscale-password", "PlanetScale password", "pscale_pw_", Dotted, (32, 64), Certain),
    token("neon-key", "Neon API key", "napi_", Alnum, (40, 80), Certain),
    token("supabase-key", "Supabase key", "sbp_", Alnum, (40, 40), Certain),
    token("supabase-key", "Supabase key", "sb_secret_", Url, (20, 60), Certain),
    token("databricks-token", "Databricks token", "dapi", Hex, (32, 32), Certain),
    token("databricks-token", "Databricks token", "dkea", Hex, (32, 32), Likely),
    // -- models
    token("anthropic-key", "Anthropic API key", "sk-ant-", Url, (30, 140), Certain),
    token("openai-key", "OpenAI API key", "sk-proj-", Url, (40, 220), Certain),
    token("openai-key", "OpenAI API key", "sk-svcacct-", Url, (40, 220), Certain),
    token("openai-key", "OpenAI API key", "sk-admin-", Url, (40, 220), Certain),
    token("openrouter-key", "OpenRouter key", "sk-or-v1-", Hex, (64, 64), Certain),
    token("openai-key", "API key in OpenAI's form", "sk-", Alnum, (32, 64), Certain),
    token("huggingface-token", "Hugging Face token", "hf_", Alnum, (30, 40), Certain),
    token("huggingface-token", "Hugging Face token", "api_org_", Alnum, (30, 40), Certain),
    token("replicate-token", "Replicate token", "r8_", Alnum, (37, 40), Certain),
    token("perplexity-key", "Perplexity key", "pplx-", Alnum, (40, 56), Certain),
    token("groq-key", "Groq key", "gsk_", Alnum, (48, 56), Certain),
    token("xai-key", "xAI key", "xai-", Alnum, (70, 90), Certain),
    token("fireworks-key", "Fireworks key", "fw_", Alnum, (22, 30), Likely),
    token("langsmith-key", "LangSmith key", "lsv2_pt_", Url, (32, 60), Certain),
    token("langsmith-key", "LangSmith key", "lsv2_sk_", Url, (32, 60), Certain),
    token("pinecone-key", "Pinecone key", "pcsk_", Url, (40, 90), Certain),
    token("tavily-key", "Tavily key", "tvly-", Url, (28, 60), Certain),
    token("nvidia-key", "NVIDIA key", "nvapi-", Url, (60, 70), Certain),
    token("wandb-key", "Weights & Biases key", "wandb_v1_", Url, (40, 100), Certain),
    // -- code and packages
    token("github-token", "GitHub token", "ghp_", Alnum, (36, 255), Certain),
    token("github-token", "GitHub token", "gho_", Alnum, (36, 255), Certain),
    token("github-token", "GitHub token", "ghu_", Alnum, (36, 255), Certain),
    token("github-token", "GitHub token", "ghs_", Dotted, (36, 600), Certain),
    token("github-token", "GitHub token", "ghr_", Alnum, (36, 255), Certain),
    token("github-token", "GitHub token", "github_pat_", Url, (60, 255), Certain),
    token("gitlab-token", "GitLab token", "glpat-", Dotted, (20, 320), Certain),
    token("gitlab-token", "GitLab token", "gldt-", Url, (20, 64), Certain),
    token("gitlab-token", "GitLab token", "glcbt-", Url, (20, 80), Certain),
    token("gitlab-token", "GitLab token", "glffct-", Url, (20, 64), Certain),
    token("gitlab-token", "GitLab token", "glft-", Url, (20, 64), Certain),
    token("gitlab-token", "GitLab token", "glimt-", Url, (20, 64), Certain),
    token("gitlab-token", "GitLab token", "glagent-", Url, (40, 80), Certain),
    token("gitlab-token", "GitLab token", "gloas-", Url, (50, 80), Certain),
    token("gitlab-token", "GitLab token", "glptt-", Hex, (40, 40), Certain),
    token("gitlab-token", "GitLab token", "glrt-", Dotted, (20, 320), Certain),
    token("gitlab-token", "GitLab token", "glrtr-", Dotted, (20, 320), Certain),
    token("gitlab-token", "GitLab token", "glsoat-", Url, (20, 64), Certain),
    token("gitlab-token", "GitLab token", "GR1348941", Url, (20, 20), Certain),
    token("bitbucket-token", "Bitbucket token", "ATBB", Alnum, (28, 40), Certain),
    token("bitbucket-token", "Bitbucket token", "ATCTT3xFfGN0", Dotted, (100, 260), Certain),
    token("atlassian-token", "Atlassian token", "ATATT3", Dotted, (100, 260), Certain),
    token("npm-token", "npm token", "npm_", Alnum, (36, 36), Certain),
    token("pypi-token", "PyPI token", "pypi-", Url, (60, 1_200), Certain),
    token("crates-token", "crates.io token", "cio", Alnum, (32, 32), Certain),
    token("rubygems-token", "RubyGems key", "rubygems_", Hex, (48, 48), Certain),
    token("clojars-token", "Clojars token", "CLOJARS_", Alnum, (60, 60), Certain),
    token("nuget-key", "NuGet key", "oy2", Alnum, (43, 43), Likely),
    token("docker-token", "Docker token", "dckr_pat_", Url, (24, 40), Certain),
    token("docker-token", "Docker token", "dckr_oat_", Url, (24, 60), Certain),
    token("artifactory-key", "Artifactory key", "AKCp", Alnum, (69, 73), Certain),
    token("artifactory-key", "Artifactory token", "cmVmd", Alnum, (59, 59), Certain),
    token("sourcegraph-token", "Sourcegraph token", "sgp_", Url, (40, 70), Certain),
    token("pulumi-token", "Pulumi token", "pul-", Hex, (40, 40), Certain),
    token("terraform-token", "Terraform Cloud token", ".atlasv1.", Url, (60, 70), Certain),
    token("vault-token", "Vault token", "hvs.", Url, (24, 300), Certain),
    token("vault-token", "Vault token", "hvb.", Url, (90, 400), Certain),
    token("vault-token", "Vault token", "hvr.", Url, (24, 300), Certain),
    token("doppler-token", "Doppler token", "dp.pt.", Alnum, (40, 44), Certain),
    token("doppler-token", "Doppler token", "dp.st.", Dotted, (40, 80), Certain),
    token("doppler-token", "Doppler token", "dp.sa.", Alnum, (40, 44), Certain),
    token("onepassword-token", "1Password service token", "ops_eyJ", Base64, (200, 4_000), Certain),
    token("onepassword-key", "1Password secret key", "A3-", Url, (30, 36), Certain),
    token("snyk-token", "Snyk token", "snyk_uat.", Dotted, (30, 300), Certain),
    token("sonar-token", "SonarQube token", "sqp_", Hex, (40, 40), Certain),
    token("sonar-token", "SonarQube token", "squ_", Hex, (40, 40), Certain),
    token("sonar-token", "SonarQube token", "sqa_", Hex, (40, 40), Certain),
    token("circleci-token", "CircleCI token", "CCIPAT_", Url, (40, 80), Certain),
    token("buildkite-token", "Buildkite token", "bkua_", Hex, (40, 40), Certain),
    token("prefect-token", "Prefect token", "pnu_", Alnum, (36, 36), Certain),
    token("harness-token", "Harness token", "pat.", Dotted, (60, 80), Likely),
    token("octopus-key", "Octopus Deploy key", "API-", Upper, (25, 32), Likely),
    // -- people and messages
    token("slack-token", "Slack token", "xoxb-", Url, (20, 100), Certain),
    token("slack-token", "Slack token", "xoxp-", Url, (20, 120), Certain),
    token("slack-token", "Slack token", "xoxa-", Url, (8, 100), Certain),
    token("slack-token", "Slack token", "xoxr-", Url, (8, 100), Certain),
    token("slack-token", "Slack token", "xoxo-", Url, (20, 100), Certain),
    token("slack-token", "Slack token", "xoxs-", Url, (20, 100), Certain),
    token("slack-token", "Slack token", "xoxe-", Url, (20, 200), Certain),
    token("slack-token", "Slack token", "xoxe.xoxp-", Url, (20, 200), Certain),
    token("slack-token", "Slack token", "xoxe.xoxb-", Url, (20, 200), Certain),
    token("slack-token", "Slack token", "xapp-", Url, (30, 200), Certain),
    token("linear-key", "Linear key", "lin_api_", Alnum, (40, 40), Certain),
    token("linear-key", "Linear key", "lin_oauth_", Alnum, (32, 64), Certain),
    token("notion-token", "Notion token", "ntn_", Alnum, (40, 50), Certain),
    token("notion-token", "Notion token", "secret_", Alnum, (43, 43), Certain),
    token("figma-token", "Figma token", "figd_", Url, (36, 60), Certain),
    token("airtable-token", "Airtable token", "pat", Dotted, (79, 79), Certain),
    token("postman-key", "Postman key", "PMAK-", Url, (59, 59), Certain),
    token("readme-key", "ReadMe key", "rdme_", Alnum, (70, 70), Certain),
    token("intercom-token", "Intercom token", "dG9rO", Base64, (40, 80), Likely),
    token("typeform-token", "Typeform token", "tfp_", Dotted, (40, 80), Certain),
    token("contentful-token", "Contentful token", "CFPAT-", Url, (40, 60), Certain),
    token("frameio-token", "Frame.io token", "fio-u-", Dotted, (60, 70), Certain),
    token("duffel-token", "Duffel token", "duffel_live_", Dotted, (43, 43), Certain),
    token("duffel-token", "Duffel token", "duffel_test_", Dotted, (43, 43), Certain),
    // -- mail and telephony
    token("sendgrid-key", "SendGrid key", "SG.", Dotted, (60, 70), Certain),
    token("brevo-key", "Brevo key", "xkeysib-", Url, (80, 90), Certain),
    token("brevo-key", "Brevo key", "xsmtpsib-", Url, (80, 90), Certain),
    token("resend-key", "Resend key", "re_", Url, (30, 40), Likely),
    token("mailchimp-key", "Mailchimp transactional key", "md-", Url, (22, 22), Likely),
    token("mailgun-key", "Mailgun key", "key-", Hex, (32, 32), Certain),
    token("twilio-key", "Twilio API key", "SK", Hex, (32, 32), Certain),
    token("twilio-account", "Twilio account id", "AC", Hex, (32, 32), Likely),
    // -- money and shops
    token("stripe-key", "Stripe key", "sk_live_", Alnum, (16, 255), Certain),
    token("stripe-key", "Stripe key", "sk_test_", Alnum, (16, 255), Certain),
    token("stripe-key", "Stripe key", "rk_live_", Alnum, (16, 255), Certain),
    token("stripe-key", "Stripe key", "rk_test_", Alnum, (16, 255), Certain),
    token("stripe-webhook-secret", "Webhook signing secret", "whsec_", Base64, (24, 80), Certain),
    token("square-token", "Square token", "sq0atp-", Url, (22, 60), Certain),
    token("square-token", "Square secret", "sq0csp-", Url, (40, 60), Certain),
    token("square-token", "Square token", "EAAA", Url, (58, 62), Likely),
    token("braintree-token", "Braintree token", "access_token$production$", Alnum, (16, 60), Certain),
    token("shopify-token", "Shopify token", "shpat_", Hex, (32, 32), Certain),
    token("shopify-token", "Shopify token", "shpca_", Hex, (32, 32), Certain),
    token("shopify-token", "Shopify token", "shppa_", Hex, (32, 32), Certain),
    token("shopify-token", "Shopify secret", "shpss_", Hex, (32, 32), Certain),
    token("shippo-token", "Shippo token", "shippo_live_", Hex, (40, 40), Certain),
    token("shippo-token", "Shippo token", "shippo_test_", Hex, (40, 40), Certain),
    token("easypost-key", "EasyPost key", "EZAK", Alnum, (54, 54), Certain),
    token("easypost-key", "EasyPost key", "EZTK", Alnum, (54, 54), Certain),
    token("flutterwave-key", "Flutterwave key", "FLWSECK", Url, (12, 60), Certain),
    token("plaid-token", "Plaid access token", "access-production-", Url, (36, 36), Certain),
    token("plaid-token", "Plaid access token", "access-sandbox-", Url, (36, 36), Certain),
    // -- watching
    token("grafana-token", "Grafana token", "glsa_", Url, (41, 41), Certain),
    token("grafana-token", "Grafana Cloud token", "glc_", Base64, (32, 400), Certain),
    token("grafana-token", "Grafana key", "eyJrIjoi", Base64, (70, 400), Certain),
    token("sentry-token", "Sentry token", "sntrys_", Dotted, (60, 500), Certain),
    token("sentry-token", "Sentry token", "sntryu_", Hex, (64, 64), Certain),
    token("newrelic-key", "New Relic key", "NRAK-", Upper, (27, 27), Certain),
    token("newrelic-key", "New Relic key", "NRII-", Url, (32, 32), Certain),
    token("newrelic-key", "New Relic key", "NRJS-", Hex, (19, 19), Likely),
    token("dynatrace-token", "Dynatrace token", "dt0c01.", Dotted, (80, 100), Certain),
    token("dynatrace-token", "Dynatrace token", "dt0s01.", Dotted, (60, 100), Certain),
    token("honeycomb-key", "Honeycomb key", "hcaik_", Alnum, (58, 64), Certain),
    token("posthog-key", "PostHog key", "phx_", Alnum, (40, 50), Certain),
    token("launchdarkly-key", "LaunchDarkly key", "sdk-", Url, (36, 36), Likely),
    token("infracost-key", "Infracost key", "ico-", Alnum, (32, 32), Certain),
    // -- keys of this computer's tools
    token("age-key", "age secret key", "AGE-SECRET-KEY-1", Upper, (58, 58), Certain),
    token("tailscale-key", "Tailscale key", "tskey-", Url, (20, 80), Certain),
    token("ngrok-token", "ngrok token", "ngrok_", Alnum, (40, 60), Likely),
    token("openshift-token", "OpenShift token", "sha256~", Url, (43, 43), Certain),
    token("facebook-token", "Facebook token", "EAAC", Alnum, (80, 300), Certain),
    token("facebook-token", "Facebook token", "EAAM", Alnum, (80, 300), Certain),
    token("facebook-token", "Facebook token", "EAAG", Alnum, (80, 300), Certain),
    token("instagram-token", "Instagram token", "IGQ", Url, (100, 300), Certain),
    token("adobe-secret", "Adobe client secret", "p8e-", Url, (32, 32), Certain),
    token("yandex-key", "Yandex key", "AQVN", Url, (34, 40), Certain),
    token("yandex-key", "Yandex token", "t1.", Dotted, (80, 300), Likely),
    token("clickhouse-key", "ClickHouse Cloud key", "4b1d", Alnum, (38, 38), Certain),
    token("defined-key", "Defined Networking key", "dnkey-", Url, (70, 90), Certain),
    token("scalingo-token", "Scalingo token", "tk-us-", Url, (48, 48), Certain),
];
