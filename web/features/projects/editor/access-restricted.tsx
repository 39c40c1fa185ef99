import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '#web/ui/toast.ts'

/** Investors list no projects: they are told so, and led to where they have something to do. */
export function AccessRestricted() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ title: 'Access Restricted', description: 'Only founders can list a project.', variant: 'destructive' })
    void navigate({ to: '/vcs', replace: true })
  }, [navigate])
  return null
}
