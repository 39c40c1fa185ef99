import { createFileRoute } from '@tanstack/react-router'

// The address of a gate. Whoever has something to do here is shown it by the gate itself; everybody else is led on.
export const Route = createFileRoute('/complete-profile')({
  component: () => null,
})
