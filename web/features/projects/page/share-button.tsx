import { Share2 } from 'lucide-react'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Shares the address of the page with another app, or copies it where there is no share sheet. */
async function share(project: Project) {
  const url = `${location.origin}/project/${project.id}`
  try {
    if (navigator.share) return await navigator.share({ title: projectTitle(project), url })
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied to clipboard' })
  } catch (error) {
    // Closing the share sheet is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'Failed to copy to clipboard', variant: 'destructive' })
  }
}

export function ShareButton({ project }: { project: Project }) {
  return (
    <Button variant="outline" onClick={() => share(project)}>
      <Share2 className="size-4" aria-hidden="true" />
      Share
    </Button>
  )
}
