"""Long answers to made-up customers, rated by who wrote them: a support desk in small."""
