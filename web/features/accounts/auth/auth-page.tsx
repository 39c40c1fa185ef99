import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SampleAccount, User } from '#shared/accounts/contract.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { ownPath } from '#shared/url.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { useConfig } from '#web/net/tab/config.ts'
import { pendingCount, switchPrincipal } from '#web/sync/engine/sync-port.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { AnotherPersonDialog } from './account-switch-dialog.tsx'
import { pageAfterLogin, pageAfterRegistration } from './after-sign-in.ts'
import { AuthAside } from './auth-aside.tsx'
import { loginRefusal, OFFLINE } from './auth-errors.ts'
import { rememberUser } from './cache-user.ts'
import { LoginForm } from './login-form.tsx'
import { logout } from './logout.ts'
import SampleAccounts, { firstPageOfSample } from './sample-accounts.tsx'
import { signInAsSample } from './sign-in.ts'
import { SignUpForm, type SignUpValues } from './sign-up-form.tsx'

export type AuthMode = 'login' | 'sign-up'
type Props = {
  initialMode: AuthMode
  defaultType: UserType
  /** The role was chosen on the page before, and is not asked for again. */
  isRoleKnown?: boolean
  next?: string | undefined
  /** A visitor whose application is sent after the sign-up, with the values of the application. */
  applicant?: SignUpValues
}

const APPLICANT_LEAD = 'Your application is kept on this device. It is sent when your account exists.'

const faces = {
  login: { title: 'Welcome back', lead: 'Sign in to your account.', question: 'Need an account?', other: 'Sign Up' },
  'sign-up': {
    title: 'Create your account',
    lead: 'Free. Pay only for contacts you unlock.',
    question: 'Already have an account?',
    other: 'Login',
  },
} as const

export function AuthPage({ initialMode, defaultType, isRoleKnown, next, applicant }: Props) {
  const [mode, setMode] = useState(initialMode)
  const hasSamples = useConfig()?.sampleSignIn
  const isOnline = useOnline()
  const { history } = useRouter()
  // A guest who saves a purchase to an account may have given an address for the receipt. Keyed: it is read after the first render.
  const receipt = useDraft('receipt-email', { email: '' }).values.email.trim()
  const email = /^\/(?:contacts|calls|cold-scout)\b/.test(next ?? '') ? receipt : ''
  const known = applicant ?? { email }
  const { title, lead, question, other } = faces[mode]

  const [atDoor, setAtDoor] = useState<{ user: User; unsent: number }>()
  const [isEntering, setEntering] = useState(false)

  const asked = useLocation({ select: ({ state }) => state.sample })
  /** The sample account that was asked for: it has a first page of its own. */
  const sample = useRef<SampleAccount>(undefined)
  const [waitsFor, setWaitsFor] = useState<SampleAccount>()

  const goIn = async (user: User) => {
    await switchPrincipal(user.principalId)
    await rememberUser(user)
    const goal = sample.current ? firstPageOfSample[sample.current] : goalOf(next)
    history.push(mode === 'login' ? pageAfterLogin(goal) : pageAfterRegistration(goal, user.userType))
  }
  const enter = async (user: User) => {
    const unsent = await countPendingOfOtherAccount(user.principalId)
    if (unsent > 0) setAtDoor({ user, unsent })
    else await goIn(user)
  }
  const goOn = async (user: User) => {
    setEntering(true)
    try {
      await goIn(user)
    } catch (error) {
      toast({ title: 'Sign-in failed', description: loginRefusal(error), variant: 'destructive' })
    }
    setEntering(false)
    setAtDoor(undefined)
  }
  useEffect(() => {
    if (!asked) return
    // Once: a reload and Back open the page alone.
    history.replace(history.location.href)
    sample.current = asked
    setWaitsFor(asked)
    signInAsSample(asked)
      .then(enter)
      .catch((error) => {
        sample.current = undefined
        toast({ title: 'Sign-in failed', description: loginRefusal(error), variant: 'destructive' })
      })
      .finally(() => setWaitsFor(undefined))
  }, [asked])
  const stayOut = () => {
    const here = atDoor?.user.principalId
    setAtDoor(undefined)
    sample.current = undefined
    // If the request does not arrive: a session of another principal than the device's sends and receives nothing.
    void logout(here).catch(() => undefined)
  }
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] lg:grid-cols-[1fr_minmax(30rem,0.85fr)]">
      <AuthAside />
      {atDoor && (
        <AnotherPersonDialog
          unsent={atDoor.unsent}
          email={atDoor.user.email}
          isBusy={isEntering}
          onGoOn={() => void goOn(atDoor.user)}
          onStay={stayOut}
        />
      )}
      <section className="mx-auto w-full max-w-md px-5 py-10 sm:py-16 lg:content-center">
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-2 mb-8 text-soft">{applicant && mode === 'sign-up' ? APPLICANT_LEAD : lead}</p>
        {waitsFor && (
          <div role="status" className="mb-6">
            <Notice title={`Signing in as the sample ${waitsFor}…`}>At the first start the sample data may take a minute.</Notice>
          </div>
        )}
        {!isOnline && (
          <div className="mb-6">
            <Notice title="You are offline">{OFFLINE}</Notice>
          </div>
        )}
        {mode === 'login' ? (
          <LoginForm key={email} email={known.email} onSignedIn={enter} />
        ) : (
          <SignUpForm key={email} defaultType={defaultType} isRoleKnown={isRoleKnown} known={known} onSignedIn={enter} />
        )}
        {mode === 'login' && (
          <p className="mt-3 text-center">
            <Link
              to="/forgot-password"
              className="inline-flex min-h-11 items-center px-2 text-sm text-soft underline underline-offset-4 hover:text-ink"
            >
              Forgot your password?
            </Link>
          </p>
        )}
        <p className="mt-5 flex items-center justify-center gap-1 border-t border-rule pt-5 text-sm text-soft">
          {question}
          {/* The other form replaces this one, so both start with the known address only. */}
          <button
            type="button"
            onClick={() => setMode(mode === 'login' ? 'sign-up' : 'login')}
            className="min-h-11 cursor-pointer px-2 font-medium text-ink underline decoration-brass underline-offset-4"
          >
            {other}
          </button>
        </p>
        {hasSamples && mode === 'login' && <SampleAccounts className="mt-8" />}
      </section>
    </div>
  )
}

/** Pages that only lead to an account. The header names them too, as it names every page, for the page to return to. */
const ENTRANCES = /^\/(auth|signup|signup-type|join|forgot-password|reset-password)?$/

/** The page that the user came for; `undefined` for the home page. An entrance may itself name the page to return to. */
export function goalOf(next: string | undefined): string | undefined {
  const url = URL.parse(next ?? '/', 'https://here.invalid')
  if (!url || !ENTRANCES.test(url.pathname)) return next
  const inner = url.searchParams.get('next')
  return inner === null ? undefined : goalOf(ownPath(inner))
}

/** Number of unsent changes of another account on this device: signing in would remove them. */
async function countPendingOfOtherAccount(principalId: PrincipalId): Promise<number> {
  const current = currentPrivateDb()?.principal
  return current === undefined || current === 'guest' || current === principalId ? 0 : pendingCount()
}
