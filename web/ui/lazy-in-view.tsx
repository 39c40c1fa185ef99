import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

type Props = {
  children: ReactNode
  /** Estimated size, such as `min-h-96`, so that content below does not move much. */
  room: string
}

/** Distance before the viewport at which loading starts: one flick of the thumb. */
const AHEAD = '700px'

/** Loads content below the fold when it comes near the viewport. Its children must be lazy components. */
export function LazyInView({ children, room }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || isNear) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  const empty = <div ref={place} className={room} />
  return isNear ? <Suspense fallback={empty}>{children}</Suspense> : empty
}
