"""The guardrail over HTTP, for backends in any language (extra `[serve]`)."""
