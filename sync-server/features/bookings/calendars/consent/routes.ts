import { Elysia } from 'elysia'
import * as v from 'valibot'
import { originOf } from '#server/http/origin.ts'
import { type Identity, notSignedIn, session } from '#server/http/session.ts'
import {
  AuthorizationAddress,
  CALENDAR_CALLBACK,
  CHOOSE_CALENDARS_HASH,
  NOT_CONNECTED_HASH,
  StartAuthorization,
} from '#shared/bookings/external-calendar.ts'
import { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type ConsentDeps, finishConsent, startConsent } from './consent.ts'

type Deps = ConsentDeps & { identity: Identity; publicUrl: string | undefined }

/** The way to a provider's consent page, and back. A browser navigates back, so that it gets the listing's page, which shows a problem. */
export const consentRoutes = (deps: Deps) =>
  new Elysia({ name: 'calendar-consents' })
    .use(session(deps.identity))
    .post(
      '/api/vcs/:id/external-calendar/authorization',
      ({ params, body, account, request }) =>
        startConsent(deps, account, params.id, body.provider, originOf(request, deps.publicUrl)),
      { signedIn: true, params: v.object({ id: VcId }), body: StartAuthorization, response: AuthorizationAddress },
    )
    .get(
      CALENDAR_CALLBACK,
      async ({ caller, query, request, redirect }) => {
        try {
          if (!caller.account) throw notSignedIn(caller)
          await finishConsent(deps, caller.account, query, originOf(request, deps.publicUrl))
          return redirect(`${LISTING_PAGE}#${CHOOSE_CALENDARS_HASH}`, 303)
        } catch (error) {
          if (!(error instanceof Problem && isNavigation(request))) throw error
          return redirect(`${LISTING_PAGE}#${NOT_CONNECTED_HASH}${error.code}`, 303)
        }
      },
      {
        anyone: true,
        query: v.object({ state: v.optional(v.string()), code: v.optional(v.string()), error: v.optional(v.string()) }),
      },
    )

/** A browser asks for a page. Any other client gets the problem. */
const isNavigation = ({ headers }: Request) => headers.get('accept')?.includes('text/html') ?? false

/** The listing's page, with the choice of its calendars. */
const LISTING_PAGE = '/profile?tab=investor'
