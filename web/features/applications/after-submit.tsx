import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BREACH_HOURS } from '#shared/admin/sla.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { NarrowPage } from '#web/ui/narrow-page.tsx'

const steps = [
  ['Review', `Our team reviews every application within ${BREACH_HOURS} hours.`],
  ['Decision', 'We’ll email you our decision, with a reason if we decline.'],
  ['You are listed', 'Your card appears in the directory immediately. You can edit it at any time.'],
] as const

/** Shown to the applicant from the moment the application has arrived until it is decided. */
export const ApplicationSubmitted = ({ fundName }: { fundName: string }) => (
  <Arrived title="Application Submitted!" lead={`Thank you. ${fundName} is in review. You don’t need to do anything else.`} />
)

export const ApplicationPending = () => (
  <Arrived title="Your application is under review" lead="You can apply again, or edit your listing, after our decision." />
)

const Arrived = ({ title, lead }: { title: string; lead: ReactNode }) => (
  <NarrowPage mark={<Latch isOpen={false} className="h-12" />} title={title} lead={lead}>
    <ol className="grid gap-4">
      {steps.map(([name, text], at) => (
        <li key={name} className="grid grid-cols-[2.5rem_1fr] border-t border-rule pt-4 first:border-0 first:pt-0">
          <span aria-hidden="true" className="font-serif text-2xl text-brass">
            {at + 1}
          </span>
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-soft">{text}</span>
          </span>
        </li>
      ))}
    </ol>
    <div className="mt-7 flex flex-wrap gap-3">
      <Link to="/profile" search={{ tab: 'investor' }} className={buttonClass('ink')}>
        Go to your profile
      </Link>
      <Link to="/vcs" className={buttonClass('outline')}>
        Browse Investors
      </Link>
    </div>
  </NarrowPage>
)
