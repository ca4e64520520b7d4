"""What turns sentences into sound."""
