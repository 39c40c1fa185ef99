/** A picture in memory: four bytes per pixel, red, green, blue and opacity. A canvas that is painted on is opaque. */
export type Canvas = { width: number; height: number; data: Uint8Array }

/** `#rrggbb` */
export type Color = `#${string}`

/** Distance of a point to the edge of a shape in pixels; negative inside. */
export type Shape = (x: number, y: number) => number

export type Box = { left: number; top: number; width: number; height: number }

export function createCanvas(width: number, height: number, color: Color): Canvas {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([red, green, blue, 255], at)
  return { width, height, data }
}

const channelsOf = (color: Color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

export const fill = (canvas: Canvas, box: Box, color: Color, opacity = 1) => paint(canvas, box, () => -1, color, opacity)

/** Paints the part of a shape that is in the box. Its edge is smooth: a pixel that it crosses is covered in part. */
export function paint({ width, height, data }: Canvas, box: Box, shape: Shape, color: Color, opacity = 1) {
  const channels = channelsOf(color)
  const right = Math.min(width, Math.ceil(box.left + box.width))
  const bottom = Math.min(height, Math.ceil(box.top + box.height))
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x++) {
      const covered = Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5))) * opacity
      if (covered === 0) continue
      const at = (y * width + x) * 4
      for (const [channel, value] of channels.entries()) {
        data[at + channel] = Math.round(value * covered + (data[at + channel] ?? 0) * (1 - covered))
      }
    }
  }
}

/** Places a picture on the canvas, as far as it is inside a shape. */
export function place(canvas: Canvas, picture: Canvas, left: number, top: number, shape: Shape = () => -1) {
  const [atX, atY] = [Math.round(left), Math.round(top)]
  for (let y = Math.max(0, -atY); y < Math.min(picture.height, canvas.height - atY); y++) {
    for (let x = Math.max(0, -atX); x < Math.min(picture.width, canvas.width - atX); x++) {
      const from = (y * picture.width + x) * 4
      const opacity = (picture.data[from + 3] ?? 0) / 255
      if (opacity === 0) continue
      const covered = opacity * Math.min(1, Math.max(0, 0.5 - shape(atX + x + 0.5, atY + y + 0.5)))
      const at = ((atY + y) * canvas.width + atX + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const [above, below] = [picture.data[from + channel] ?? 0, canvas.data[at + channel] ?? 0]
        canvas.data[at + channel] = Math.round(above * covered + below * (1 - covered))
      }
    }
  }
}

/** A rectangle with rounded corners. */
export function roundedBox({ left, top, width, height }: Box, radius: number): Shape {
  const [halfX, halfY] = [width / 2, height / 2]
  return (x, y) => {
    const dx = Math.abs(x - left - halfX) - halfX + radius
    const dy = Math.abs(y - top - halfY) - halfY + radius
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
  }
}

export const circle =
  (centerX: number, centerY: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - centerX, y - centerY) - radius

/** The line around a shape, inside its edge. */
export const outline =
  (shape: Shape, thickness: number): Shape =>
  (x, y) =>
    Math.abs(shape(x, y) + thickness / 2) - thickness / 2

/** A line through points, with round ends. */
export function stroke(points: readonly (readonly [x: number, y: number])[], thickness: number): Shape {
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY
    for (const [index, [fromX, fromY]] of points.entries()) {
      const [toX, toY] = points[index + 1] ?? [fromX, fromY]
      const [dx, dy] = [toX - fromX, toY - fromY]
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length))
      nearest = Math.min(nearest, Math.hypot(x - fromX - along * dx, y - fromY - along * dy))
    }
    return nearest - thickness / 2
  }
}
