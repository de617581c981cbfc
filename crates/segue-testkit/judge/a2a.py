"""Judges one file by the A2A project's own SDK: is it a Task of A2A 1.0?

Usage: a2a.py FILE. Prints a summary as JSON, or exits with 1 and the reason on standard error.
The parse is strict: a field that A2A 1.0 does not know is an error.
"""

import json
import sys

from a2a.types import a2a_pb2
from google.protobuf import json_format


def kinds(message):
    return [part.WhichOneof("content") or "none" for part in message.parts]


def summary(task):
    return {
        "id": task.id,
        "contextId": task.context_id,
        "state": a2a_pb2.TaskState.Name(task.status.state),
        "messages": len(task.history),
        "roles": [a2a_pb2.Role.Name(message.role) for message in task.history],
        "parts": [kinds(message) for message in task.history],
        "mediaTypes": sorted(
            {part.media_type for message in task.history for part in message.parts if part.media_type}
        ),
        "extensions": sorted({uri for message in task.history for uri in message.extensions}),
        "artifacts": len(task.artifacts),
        "metadata": sorted(task.metadata.fields),
    }


def lacks(task):
    """What A2A 1.0 requires and protobuf itself does not check."""
    if not task.id:
        yield "the task has no id"
    if not task.HasField("status"):
        yield "the task has no status"
    for index, message in enumerate(task.history):
        if not message.message_id:
            yield f"message {index} has no messageId"
        if message.role == a2a_pb2.ROLE_UNSPECIFIED:
            yield f"message {index} has no role"
        if not message.parts:
            yield f"message {index} has no parts"
        for place, kind in enumerate(kinds(message)):
            if kind == "none":
                yield f"part {place} of message {index} has no content"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    try:
        task = json_format.Parse(text, a2a_pb2.Task(), ignore_unknown_fields=False)
    except json_format.ParseError as error:
        sys.exit(f"not a Task of A2A 1.0: {error}")
    wrong = list(lacks(task))
    if wrong:
        sys.exit("not a whole Task of A2A 1.0: " + "; ".join(wrong))
    json.dump(summary(task), sys.stdout)


if __name__ == "__main__":
    main()
