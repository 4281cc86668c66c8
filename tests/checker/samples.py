"""Pictures, a PDF and one sound conversation in every dialect, for the checker's own tests: a system
text, a picture of the user, one by URL where that is possible, a call, its result with a picture, a PDF
where that is possible."""

import base64
import io

from PIL import Image

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
URL = "https://example.org/a.png"


def picture(width=8, height=6, format="PNG", color=(200, 30, 30), **options):
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, format, **options)
    return out.getvalue()


def b64(raw):
    return base64.b64encode(raw).decode()


def data_url(raw, mime="image/png"):
    return f"data:{mime};base64,{b64(raw)}"


def anthropic_image(raw, mime="image/png"):
    return {"type": "image", "source": {"type": "base64", "media_type": mime, "data": b64(raw)}}


def anthropic():
    return {
        "model": "claude-opus-4-7",
        "max_tokens": 100,
        "system": "Be terse.",
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "Image 1:"},
                    anthropic_image(picture()),
                    {"type": "image", "source": {"type": "url", "url": URL}},
                    {
                        "type": "document",
                        "source": {"type": "base64", "media_type": "application/pdf", "data": b64(PDF)},
                        "title": "a.pdf",
                    },
                ],
            },
            {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "shot", "input": {}}]},
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "toolu_1",
                        "content": [{"type": "text", "text": "done"}, anthropic_image(picture(color=(0, 0, 9)))],
                    },
                    {"type": "text", "text": "And now?"},
                ],
            },
        ],
        "tools": [{"name": "shot", "description": "Looks.", "input_schema": {"type": "object"}}],
    }


def openai_chat():
    return {
        "model": "gpt-5.4",
        "messages": [
            {"role": "developer", "content": "Be terse."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is this?"},
                    {"type": "image_url", "image_url": {"url": data_url(picture()), "detail": "high"}},
                    {"type": "image_url", "image_url": {"url": URL}},
                    {"type": "file", "file": {"filename": "a.pdf", "file_data": data_url(PDF, "application/pdf")}},
                ],
            },
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "shot", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "[1 image attached in the next user message]"},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": data_url(picture())}}]},
        ],
        "max_completion_tokens": 100,
        "tools": [{"type": "function", "function": {"name": "shot", "parameters": {"type": "object"}}}],
    }


def openai_compatible():
    body = openai_chat()
    body["model"] = "qwen3-vl"
    body["messages"][0]["role"] = "system"
    body["messages"][1]["content"] = body["messages"][1]["content"][:2]
    del body["messages"][1]["content"][1]["image_url"]["detail"]
    body["max_tokens"] = body.pop("max_completion_tokens")
    return body


def openai_responses():
    return {
        "model": "gpt-6.1-sol",
        "instructions": "Be terse.",
        "input": [
            {
                "type": "message",
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "Compare."},
                    {"type": "input_image", "image_url": data_url(picture()), "detail": "high"},
                    {"type": "input_image", "image_url": URL, "detail": "high"},
                    {"type": "input_file", "filename": "a.pdf", "file_data": data_url(PDF, "application/pdf")},
                ],
            },
            {"type": "function_call", "call_id": "call_1", "name": "shot", "arguments": "{}"},
            {
                "type": "function_call_output",
                "call_id": "call_1",
                "output": [
                    {"type": "input_text", "text": "ok"},
                    {"type": "input_image", "image_url": data_url(picture()), "detail": "high"},
                ],
            },
        ],
        "tools": [{"type": "function", "name": "shot", "parameters": {"type": "object"}, "strict": False}],
        "max_output_tokens": 100,
        "store": False,
    }


def gemini():
    def blob():
        return {"mimeType": "image/png", "data": b64(picture())}

    return {
        "systemInstruction": {"parts": [{"text": "Be terse."}]},
        "contents": [
            {
                "role": "user",
                "parts": [
                    {"inlineData": blob()},
                    {"fileData": {"fileUri": URL, "mimeType": "image/png"}},
                    {"inlineData": {"mimeType": "application/pdf", "data": b64(PDF)}},
                    {"text": "What happens?"},
                ],
            },
            {"role": "model", "parts": [{"functionCall": {"id": "f1", "name": "shot", "args": {}}}]},
            {
                "role": "user",
                "parts": [
                    {
                        "functionResponse": {
                            "id": "f1",
                            "name": "shot",
                            "response": {"output": "ok"},
                            "parts": [{"inlineData": blob()}],
                        }
                    }
                ],
            },
        ],
        "tools": [{"functionDeclarations": [{"name": "shot", "description": "Looks."}]}],
        "generationConfig": {"maxOutputTokens": 100},
    }


def ollama():
    return {
        "model": "llava",
        "stream": False,
        "truncate": False,
        "messages": [
            {"role": "system", "content": "Be terse."},
            {"role": "user", "content": "What is this?", "images": [b64(picture())]},
            {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "shot", "arguments": {}}}]},
            {"role": "tool", "tool_name": "shot", "content": "[1 image attached in the next user message]"},
            {"role": "user", "content": "Image 1:", "images": [b64(picture())]},
        ],
        "options": {"num_predict": 100},
    }


BODIES = {
    "anthropic": anthropic,
    "openai_chat": openai_chat,
    "openai_compatible": openai_compatible,
    "openai_responses": openai_responses,
    "gemini": gemini,
    "ollama": ollama,
}
