//! Words around "password", "token" and "secret" that give nothing away.

use super::near::NearKind;

pub const KINDS: &[NearKind] = &[
    NearKind::list(
        "placeholder in documents",
        &[
            "export API_KEY=<YOUR_API_KEY>",
            "OPENAI_API_KEY=sk-...",
            "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "api_key: \"your-api-key-here\"",
            "AWS_SECRET_ACCESS_KEY=****************************************",
            "token = \"REPLACE_ME\"",
            "STRIPE_SECRET_KEY=sk_test_YOUR_KEY_HERE",
            "password: <redacted>",
        ],
    ),
    NearKind::list(
        "default password in documents",
        &[
            "In the tutorial the password is `changeme`; change it before you go live.",
            "# DB_PASSWORD=changeme",
            "The example uses admin/admin, which no server of ours accepts.",
            "# POSTGRES_PASSWORD=changeme-before-use",
            "Set `password = \"example\"` in your own copy.",
            "postgres://user:password@localhost:5432/db is the form of the address.",
        ],
    ),
    NearKind::list(
        "variable instead of a value",
        &[
            "DATABASE_URL=postgres://app:${DB_PASSWORD}@db:5432/app",
            "password: ${{ secrets.DB_PASSWORD }}",
            "const token = process.env.GITHUB_TOKEN;",
            "api_key = os.environ[\"OPENAI_API_KEY\"]",
            "PASSWORD=$(pass show prod/db)",
            "let secret = std::env::var(\"JWT_SECRET\")?;",
            "mysql -u root -p\"$MYSQL_ROOT_PASSWORD\" app",
            "curl -H \"Authorization: Bearer $TOKEN\" https://api.example.com",
        ],
    ),
    NearKind::list(
        "names and types in code",
        &[
            "interface Login { user: string; password: string; otp?: string }",
            "fn check(password: &str, hash: &PasswordHash) -> bool {",
            "token = get_token(user_id, scope=\"read\")",
            "self.secret_key = secret_key or generate_secret_key()",
            "const { accessToken, refreshToken } = await refreshSession();",
            "password = getpass.getpass(\"Password: \")",
            "export type ApiKeyProps = { apiKey: string; onRotate(): void };",
            "if (!password) throw new PasswordMissingError('password');",
        ],
    ),
    NearKind::list(
        "tokens of language models",
        &[
            "the token count is 4096",
            "max_tokens: 8192, temperature: 0.2",
            "tokenizer = AutoTokenizer.from_pretrained(\"bert-base-uncased\")",
            "usage: { input_tokens: 51234, output_tokens: 311 }",
            "next_token = tokens[position + 1]",
            "eos_token_id=50256, pad_token='<|endoftext|>'",
        ],
    ),
    NearKind::list(
        "names of secrets in manifests",
        &[
            "valueFrom:\n  secretKeyRef:\n    name: db-credentials\n    key: password",
            "secretName: wildcard-tls",
            "imagePullSecrets:\n- name: registry-credentials",
            "external_secret: projects/shop/secrets/db-password/versions/latest",
            "secrets:\n  inherit: true",
            "vault kv get -field=password secret/shop/db",
        ],
    ),
    NearKind::list(
        "tables and forms",
        &[
            "ALTER TABLE users ADD COLUMN password_hash VARCHAR(255) NOT NULL;",
            "<input type=\"password\" name=\"password\" autocomplete=\"current-password\">",
            "CREATE TABLE api_keys (id UUID PRIMARY KEY, key_prefix TEXT, secret_digest BYTEA);",
            "<label for=\"token\">Token</label>",
            "SELECT id, email FROM users WHERE reset_token IS NOT NULL;",
            "t.string \"encrypted_password\", default: \"\", null: false",
        ],
    ),
    NearKind::list(
        "talk about secrets",
        &[
            "csrf token missing or incorrect",
            "I forgot my password, where can I reset it?",
            "The secret of the speed is that nothing is copied.",
            "The key: value pairs are sorted before they are written.",
            "error: password authentication failed for user \"app\"",
            "fatal: could not read Password for 'https://github.com': terminal prompts disabled",
            "Please rotate the API key and tell me when it is done.",
            "unexpected token '}' at line 40, column 12",
        ],
    ),
    NearKind::list(
        "regular expressions for tokens",
        &[
            "const re = /ghp_[A-Za-z0-9]{36}/g;",
            "regex: 'AKIA[0-9A-Z]{16}'",
            "r\"xox[baprs]-[0-9]{10,13}-[0-9A-Za-z-]+\"",
            "sk-proj-[A-Za-z0-9_-]{40,}",
            "grep -E '^-----BEGIN OPENSSH PRIVATE KEY-----$' -r .",
            "(?i)(password|passwd|pwd)\\s*[:=]\\s*\\S+",
        ],
    ),
    NearKind::list(
        "flags without a value",
        &[
            "docker login -u dana --password-stdin",
            "mysql -h db.internal -u app -p shop",
            "gh auth token | docker login ghcr.io -u dana --password-stdin",
            "psql --no-password -h localhost",
            "sshpass -f /run/secrets/ssh ssh deploy@web1",
            "vault token lookup -format=json",
            "openssl rsa -in key.pem -passin env:KEY_PASS",
        ],
    ),
    NearKind::list(
        "masked values",
        &[
            "Authorization: Bearer ***",
            "aws_secret_access_key ****************Q4hT shared-credentials-file",
            "password=[FILTERED] user=dana",
            "token: ghp_…Zq3 (expires in 7 days)",
            "DATABASE_URL=postgres://app:*****@db:5432/app",
            "SECRET_KEY_BASE=(hidden)",
        ],
    ),
    NearKind::list(
        "words like JSON Web Tokens",
        &[
            "The header is eyJ something, the body is eyJ something else.",
            "jwt.decode(token, key, algorithms=[\"HS256\"])",
            "com.example.security.JwtTokenFilter.doFilterInternal",
            "header.payload.signature, each part base64url",
            "authentication.tokens.refresh.rotation.enabled=true",
            "io.jsonwebtoken.security.SignatureException: JWT signature does not match",
        ],
    ),
    NearKind::list(
        "npm package names",
        &[
            "@babel/plugin-transform-private-property-in-object@7.25.9",
            "npm i @types/jsonwebtoken passport-http-bearer csrf-tokens",
            "@aws-sdk/credential-provider-cognito-identity",
            "npm warn deprecated inflight@1.0.6: This module is not supported",
            "added 412 packages, and audited 413 packages in 9s",
            "pnpm add -D @storybook/addon-essentials-tokens",
        ],
    ),
    NearKind::list(
        "addresses without a password",
        &[
            "postgres://localhost:5432/app_test",
            "redis://cache.internal:6379/0",
            "git clone git@github.com:example/shop.git",
            "ssh://deploy@web1.example.com:22/srv/app",
            "https://user@bitbucket.org/example/shop.git",
            "mongodb://mongo:27017/?replicaSet=rs0",
            "amqp://rabbit.internal:5672/",
        ],
    ),
    NearKind::list(
        "paths of secrets",
        &[
            "/run/secrets/db_password",
            "password_file: /etc/shop/password",
            "GOOGLE_APPLICATION_CREDENTIALS=/home/dev/keys/service-account.json",
            "~/.ssh/id_ed25519.pub",
            "ssl_certificate_key /etc/nginx/tls/server.key;",
            "src/features/password-reset/token-input.test.tsx",
        ],
    ),
    NearKind::list(
        "long names",
        &[
            "AbstractSingletonProxyFactoryBeanTokenRepositoryImplementation",
            "UPDATE_SECRET_ROTATION_LAMBDA_FUNCTION_TIMEOUT_SECONDS=30",
            "test_password_reset_token_is_single_use_and_expires_after_one_hour",
            "API_KEY_HEADER_NAME = \"X-Api-Key\"",
            "NEXT_PUBLIC_ENABLE_PASSWORDLESS_LOGIN=true",
            "passwordPolicy: { minLength: 12, requireSymbols: true }",
        ],
    ),
];
