import { useState } from 'react'
import { initials, tintOf } from '#shared/monogram.ts'
import { smallPicture } from '#shared/uploads/small-picture.ts'
import { fitLogo } from './fit-logo.ts'

type Props = { name: string; src?: string | null; className?: string }

/**
 * A portrait, or the drawn monogram of the name while there is no picture or it fails to load. The picture is placed over the
 * monogram, so the layout does not move when it loads, and a slow one leaves no gap.
 *
 * Decorative: the name is always next to it. `className` sets size and font size, such as `size-14 text-2xl`.
 */
export function Avatar({ name, src, className = 'size-11 text-lg' }: Props) {
  const [outcome, setOutcome] = useState<{ src: string; isShown: boolean }>()
  const isFailed = outcome?.src === src && !outcome?.isShown
  const isShown = outcome?.src === src && outcome?.isShown
  return (
    <span
      aria-hidden="true"
      className={`relative inline-grid shrink-0 place-items-center overflow-hidden rounded-field border border-rule font-serif ${tintOf(name)} ${className}`}
    >
      {initials(name)}
      {src && !isFailed && (
        <img
          src={smallPicture(src)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget }) => {
            fitLogo(currentTarget)
            setOutcome({ src, isShown: true })
          }}
          onError={() => setOutcome({ src, isShown: false })}
          className={`absolute inset-0 size-full bg-sheet object-cover ${isShown ? '' : 'opacity-0'}`}
        />
      )}
    </span>
  )
}
