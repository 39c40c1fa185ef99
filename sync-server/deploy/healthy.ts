/** Health check of the image: ends with 0 while this node serves, and with 1 while it cannot or no longer should. */
const port = process.env.PORT ?? '3000'
const isHealthy = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isHealthy ? 0 : 1)

export {}
