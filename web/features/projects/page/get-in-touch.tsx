import { Mail } from 'lucide-react'
import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import type { Project } from '#shared/projects/contract.ts'
import { cleanLine, cut } from '#shared/text.ts'
import { mailtoUrl } from '#shared/url.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'

/** Mail link to the founder. `onContact` is called when the link is used. */
export function GetInTouch({ project, onContact }: { project: Project; onContact: () => void }) {
  const href = contactLink(project)
  return (
    <Sheet aria-labelledby="get-in-touch">
      <SheetTitle id="get-in-touch">Get in Touch</SheetTitle>
      {href ? (
        <>
          <p className="text-soft">Write to the founder directly. This opens your email app.</p>
          <a href={href} onClick={onContact} className={buttonClass('ink', 'mt-5 w-full')}>
            <Mail className="size-4" aria-hidden="true" />
            Contact Founder
          </a>
        </>
      ) : (
        <p className="text-soft">
          Contact information not available. Check the project's website or social media for more details.
        </p>
      )}
    </Sheet>
  )
}

/** Mail programs truncate longer addresses at arbitrary positions. */
const MAX_NAME_LENGTH = 100

/** The link that opens a mail to a project's founder, or `undefined` when there is no valid address. */
export function contactLink({ email, companyName }: Pick<Project, 'email' | 'companyName'>): string | undefined {
  const address = v.safeParse(Email, email)
  if (!address.success) return undefined
  const name = cut(cleanLine(companyName ?? ''), MAX_NAME_LENGTH)
  return mailtoUrl(address.output, { subject: `Interest in ${name || 'your project'}` })
}
