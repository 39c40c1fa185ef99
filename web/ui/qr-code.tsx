import encodeQR from 'qr'

/** Dark on light in every theme: many cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const data = encodeQR(text, 'raw', { ecc: 'medium', border: 3 })
  const size = data.length
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className="qr-code w-full">
      <path d={squares.join('')} />
    </svg>
  )
}
