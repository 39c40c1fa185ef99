import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: Record<string, string>]

/**
 * The component of an icon, in place of the one of the icon library (`web/build/trim-icons.ts`). The library's component also reads a
 * context, scales strokes and names its classes, none of which this app uses, and is part of every first visit.
 */
export default function createIcon({ node }: { node: Shape[] }) {
  return ({ children, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // An icon without a name of its own is decoration.
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      ...node.map((shape) => createElement(...shape)),
      children,
    )
}
