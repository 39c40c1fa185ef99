/** Confetti over the page, once. Whoever asked for stillness gets none, and so does a page that cannot load it. */
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const library = await import('canvas-confetti').catch(() => undefined)
  if (!library) return
  const canvas = document.createElement('canvas')
  canvas.className = 'celebration'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  // Its own worker would be made of a blob, which the page's policy refuses.
  const fire = library.default.create(canvas, { resize: true, useWorker: false })
  const { color, accent } = inks()
  await fire({
    particleCount: 120,
    spread: 80,
    startVelocity: 38,
    origin: { y: 0.35 },
    colors: [color, accent],
    shapes: ['square'],
  })
  canvas.remove()
}

/** The ledger's own: ink and brass. */
function inks() {
  const style = getComputedStyle(document.documentElement)
  return { color: style.getPropertyValue('--ink').trim(), accent: style.getPropertyValue('--brass').trim() }
}
