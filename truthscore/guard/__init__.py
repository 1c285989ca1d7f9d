"""The guardrail: one call between a language model and a customer that says send, look, or hold."""
