/** Confetti over the page, once. Not with `prefers-reduced-motion`, and not if the library cannot be loaded. */
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const library = await import('canvas-confetti').catch(() => undefined)
  if (!library) return
  const canvas = document.createElement('canvas')
  canvas.className = 'celebration'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  // The library's worker would be created from a blob URL, which the page's CSP blocks.
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

/** Colours of the theme: ink and brass. */
function inks() {
  const style = getComputedStyle(document.documentElement)
  return { color: style.getPropertyValue('--ink').trim(), accent: style.getPropertyValue('--brass').trim() }
}
