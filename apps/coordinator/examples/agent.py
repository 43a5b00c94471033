# An agent in Python: python3 agent.py. Replace `think` with your model.
import json
import os
import sys
import urllib.request

turn = int(os.environ["GALLEY_TURN"])
headers = {
    "authorization": f"Bearer {os.environ['GALLEY_WORKER_TOKEN']}",
    "content-type": "application/json",
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
}


def emit(**event):
    """Each line is an event that Galley stores with the session."""
    print(json.dumps(event), flush=True)


def call(tool, **given):
    params = {"name": tool, "arguments": given}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    url = os.environ["GALLEY_MCP_URL"]
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    text = urllib.request.urlopen(request).read().decode()
    # The answer is JSON, or an event stream with one line of data.
    answer = json.loads(text[text.index("{"):])
    result = answer.get("result")
    if result is None or result.get("isError"):
        sys.exit(f"{tool}: {answer}")
    emit(kind="tool_call", id=tool, tool=tool, input=given)
    emit(kind="tool_result", id=tool, text=result["content"][0]["text"])


def think(prompt):
    return f"I have read {len(prompt.splitlines())} lines."


prompt = sys.stdin.read()
call("agent_turn_start", request_event_id=turn, idempotency_key=f"start-{turn}")
answer = think(prompt)
emit(kind="message", text=answer)
emit(kind="usage", model="none", input_tokens=len(prompt), output_tokens=len(answer))
call("agent_turn_complete", request_event_id=turn, idempotency_key=f"complete-{turn}", summary=answer)
