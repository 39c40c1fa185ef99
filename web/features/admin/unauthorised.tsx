import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const REDIRECT_MS = 1000

/** For every user who is not an admin, and for visitors. */
export function Unauthorised() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div className="frame grid min-h-[50dvh] place-items-center text-center">
      <p role="alert" className="font-serif text-2xl text-balance">
        Unauthorized: Admin access required. Redirecting...
      </p>
    </div>
  )
}
