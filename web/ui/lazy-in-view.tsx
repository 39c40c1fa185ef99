import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

type Props = {
  children: ReactNode
  /** The room it will about take, such as `min-h-96`: what stands below must not jump far. */
  room: string
}

/** So long before it is in sight its code is asked for: a flick of the thumb. */
const AHEAD = '700px'

/** What lies below the fold is fetched when somebody comes near it. Give it lazy components. */
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
