import { createFileRoute } from '@tanstack/react-router'

// The address of a gate. A user for whom it applies is shown the gate itself; all others are redirected.
export const Route = createFileRoute('/complete-profile')({
  component: () => null,
})
