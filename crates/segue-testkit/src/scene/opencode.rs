//! The scene as OpenCode's own import takes it.

use std::path::Path;

use serde_json::{Value, json};

use super::{
    AGAIN, FAILED, FOUND, LOOK, NOW, ON, PICTURE, QUESTION, SEE, SHOT, SOURCE, SUMMARY, THANKS,
    THOUGHT, TITLE, WRITTEN, calls, time,
};

const SESSION: &str = "ses_e1dc1028dffeVozTz9dHPHupJ4";

struct Messages {
    list: Vec<Value>,
    asked: String,
    project: String,
    parts: u32,
}

impl Messages {
    fn id(&self) -> String {
        format!("msg_1e23efdf{:04x}JcJeKBp3lH45s2", self.list.len() + 1)
    }

    fn add(&mut self, mut info: Value, parts: Vec<Value>) {
        let id = self.id();
        info["id"] = json!(id);
        info["sessionID"] = json!(SESSION);
        let parts: Vec<Value> = parts
            .into_iter()
            .map(|mut part| {
                self.parts += 1;
                part["id"] = json!(format!("prt_1e23efdf{:04x}JcJeKBp3lH45s2", self.parts));
                part["sessionID"] = json!(SESSION);
                part["messageID"] = json!(id);
                let attached = part
                    .pointer_mut("/state/attachments")
                    .and_then(Value::as_array_mut);
                for attachment in attached.into_iter().flatten() {
                    attachment["sessionID"] = json!(SESSION);
                    attachment["messageID"] = json!(id);
                }
                part
            })
            .collect();
        self.list.push(json!({"info": info, "parts": parts}));
    }

    fn user(&mut self, parts: Vec<Value>) {
        self.asked = self.id();
        let created = time(self.list.len() as i64);
        self.add(
            json!({"role": "user", "time": {"created": created}, "agent": "build",
            "model": {"providerID": "theirs", "modelID": "their-model"}}),
            parts,
        );
    }

    fn agent(&mut self, parts: Vec<Value>, more: Value) {
        let created = time(self.list.len() as i64);
        let mut info = json!({"role": "assistant", "parentID": self.asked, "mode": "build", "agent": "build",
            "path": {"cwd": self.project, "root": "/"}, "cost": 0, "modelID": "their-model", "providerID": "theirs",
            "tokens": {"input": 1, "output": 1, "reasoning": 0, "cache": {"read": 0, "write": 0}},
            "time": {"created": created, "completed": created + 500}, "finish": "stop"});
        if let (Some(info), Value::Object(more)) = (info.as_object_mut(), more) {
            info.extend(more);
        }
        self.add(info, parts);
    }
}

fn text(words: &str) -> Value {
    json!({"type": "text", "text": words})
}

fn picture() -> Value {
    json!({"type": "file", "mime": "image/png", "filename": "a.png", "url": format!("data:image/png;base64,{PICTURE}")})
}

pub(super) fn transfer(project: &Path, compacted: bool) -> Value {
    let mut all = Messages {
        list: Vec::new(),
        asked: String::new(),
        project: project.display().to_string(),
        parts: 0,
    };
    let [one, two, three] = calls();
    let tool = |(id, name, input): (&str, &str, Value), state: Value| {
        let mut all = json!({"input": input, "time": {"start": time(2), "end": time(3)}});
        if let (Some(all), Value::Object(state)) = (all.as_object_mut(), state) {
            all.extend(state);
        }
        json!({"type": "tool", "tool": name, "callID": id, "state": all})
    };
    let done = |output: &str| json!({"status": "completed", "output": output, "title": "t", "metadata": {}});
    let mut shot = done(SHOT);
    let mut attached = picture();
    attached["id"] = json!("prt_1e23efdfffffJcJeKBp3lH45s2");
    shot["attachments"] = json!([attached]);
    let start = || json!({"type": "step-start"});
    all.user(vec![text(QUESTION)]);
    all.agent(
        vec![
            start(),
            json!({"type": "reasoning", "text": THOUGHT, "time": {"start": time(1), "end": time(2)}}),
            text(LOOK),
            tool(one, done(SOURCE)),
            tool(two, json!({"status": "error", "error": FAILED})),
        ],
        json!({"finish": "tool-calls"}),
    );
    all.agent(
        vec![start(), text(AGAIN), tool(three, shot)],
        json!({"finish": "tool-calls"}),
    );
    all.agent(vec![start(), text(FOUND)], json!({}));
    all.user(vec![text(SEE), picture()]);
    all.agent(vec![start(), text(THANKS)], json!({}));
    if compacted {
        all.user(vec![json!({"type": "compaction", "auto": false})]);
        all.agent(
            vec![text(SUMMARY)],
            json!({"summary": true, "mode": "compaction", "agent": "compaction"}),
        );
        all.agent(vec![start(), text(ON)], json!({}));
        all.user(vec![text(NOW)]);
        all.agent(vec![start(), text(WRITTEN)], json!({}));
    }
    json!({
        "info": {"id": SESSION, "slug": "glowing-tiger", "projectID": "global", "directory": project.display().to_string(),
            "title": TITLE, "version": "1.18.33", "time": {"created": time(0), "updated": time(20)},
            "permission": [{"permission": "question", "pattern": "*", "action": "deny"}]},
        "messages": all.list,
    })
}
