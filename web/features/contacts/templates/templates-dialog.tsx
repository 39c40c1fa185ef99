import { useState } from 'react'
import { MAX_TEMPLATES, type TemplateId } from '#shared/templates/contract.ts'
import { templateName } from '#shared/templates/fill.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { newTemplateId } from './mutations.ts'
import { useTemplates } from './queries.ts'
import { TemplateEditor } from './template-editor.tsx'

/** The user's templates for the first mail, one of them open at a time. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const templates = useTemplates()
  const [openId, setOpenId] = useState<TemplateId>()
  if (!templates) return null
  const open = templates.find(({ id }) => id === openId)
  // A new template has its line from the start: one that appears with the first save moves the editor below it.
  const listed = openId && !open ? [...templates, { id: openId, text: '' }] : templates
  return (
    <Dialog title="Templates" isOpen onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-sm text-soft">
          For the first mail to a contact. The first one is used unless you choose another or write your own.
        </p>
        {listed.length > 0 && (
          <ul className="divide-y divide-rule border-y border-rule">
            {listed.map(({ id, text }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-expanded={id === openId}
                  onClick={() => setOpenId(id === openId ? undefined : id)}
                  className="min-h-11 w-full cursor-pointer truncate py-2 text-left underline-offset-4 hover:underline aria-expanded:font-medium"
                  dir="auto"
                >
                  {templateName(text)}
                </button>
              </li>
            ))}
          </ul>
        )}
        {openId && <TemplateEditor key={openId} id={openId} template={open} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="outline"
            disabled={templates.length >= MAX_TEMPLATES}
            onClick={() => setOpenId(newTemplateId(Date.now()))}
          >
            Add a template
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
