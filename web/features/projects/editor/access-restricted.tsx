import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toast } from '#web/ui/toast.ts'

/** Investors may not list projects: they see a toast and are redirected to the list of investors. */
export function AccessRestricted() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ title: 'Access Restricted', description: 'Only founders can list a project.', variant: 'destructive' })
    void navigate({ to: '/vcs', replace: true })
  }, [navigate])
  return null
}
