import { Link, useLocation } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import * as v from 'valibot'
import { AuthSearch, keepSignUpType } from '#web/features/accounts/auth/auth-search.ts'

const choices = [
  ['founder', "I'm a Founder", 'Unlock investor contacts and list your project.'],
  ['vc', "I'm a VC", 'Get paid introductions at your price.'],
  ['angel', "I'm an Angel", 'For individuals investing their own money.'],
] as const

/** The first question of a sign-up, with a link to the sign-in. */
export function TypeChoice() {
  const { next } = useLocation({ select: ({ search }) => v.parse(AuthSearch, search) })
  return (
    <div className="frame max-w-2xl py-10 sm:py-20">
      <h1 className="text-4xl sm:text-5xl">What brings you here?</h1>
      <ul className="mt-8 border-t border-rule">
        {choices.map(([userType, title, text]) => (
          <li key={userType} className="border-b border-rule">
            <Link
              to="/auth"
              search={{ next, defaultType: userType }}
              onClick={() => keepSignUpType(userType)}
              className="group flex items-center gap-6 py-6"
            >
              <span className="flex-1">
                <span className="block font-serif text-3xl leading-9">{title}</span>
                <span className="mt-1 block text-soft">{text}</span>
              </span>
              <ArrowRight
                className="size-6 shrink-0 text-soft transition-transform group-hover:translate-x-1 group-hover:text-ink"
                strokeWidth={1.5}
                aria-hidden="true"
              />
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex flex-wrap items-center gap-x-2 text-soft">
        Already have an account?
        <Link to="/auth" search={{ next }} className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          Sign In
        </Link>
      </p>
    </div>
  )
}
