import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type CalendarConnection,
  CHOOSE_CALENDARS_HASH,
  type ConsentProvider,
  consentFaultText,
  ExternalCalendarState,
  NOT_CONNECTED_HASH,
} from '#shared/bookings/external-calendar.ts'
import type { VcId } from '#shared/ids.ts'
import { del, get, post } from '#web/net/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { calendarPath, reasonOf } from './calendar-api.ts'
import { CalendarStatus } from './calendar-status.tsx'
import { ChooseForm } from './choose-form.tsx'
import { ConnectAgain, ConnectChoices } from './connect-choices.tsx'
import { ConnectForm } from './connect-form.tsx'
import { forgetWayBack, wayBack } from './way-back.ts'

/** `undefined` until the server has answered, null without a connection. */
type Known = CalendarConnection | null | undefined

/** The provider that has to be asked for access again. */
function endedAt({ provider, failing, writeFault }: CalendarConnection, offers: ConsentProvider[]) {
  const isEnded = failing?.fault === 'refused' || writeFault === 'refused'
  return isEnded ? offers.find((offer) => offer === provider) : undefined
}

/** The section is far down the page that a provider leads back to. */
const showInView = (element: Element | null) => element?.scrollIntoView({ block: 'center' })

/** The connection with its state and what the owner can do with it. */
export default function CalendarPanel({ id }: { id: VcId }) {
  const [connection, setConnection] = useState<Known>()
  const [offers, setOffers] = useState<ConsentProvider[]>([])
  const [hasFailed, setFailed] = useState(false)
  const [open, setOpen] = useState<'connect' | 'choose' | 'disconnect'>()
  const [isBusy, setBusy] = useState(false)
  const [notConnected, setNotConnected] = useState(() => wayBack(id, NOT_CONNECTED_HASH))
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const path = calendarPath(id)

  const load = useCallback(() => {
    setFailed(false)
    get(path, ExternalCalendarState).then(
      (state) => {
        setConnection(state.connection)
        setOffers(state.offers)
        // The way back from a provider's page leads here.
        if (state.connection && wayBack(id, CHOOSE_CALENDARS_HASH) !== undefined) setOpen('choose')
      },
      () => setFailed(true),
    )
  }, [id, path])
  const isOnline = useOnline()
  // What is open keeps what was typed in it, also when the server cannot be reached yet.
  const cameOnline = useEffectEvent(() => open === undefined && load())
  useEffect(() => {
    if (isOnline) cameOnline()
    // A modal dialog in a hidden panel would block the page.
    else setOpen((before) => (before === 'disconnect' ? undefined : before))
  }, [isOnline])
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open !== undefined
  }, [open])

  const close = () => {
    forgetWayBack(id, CHOOSE_CALENDARS_HASH)
    setOpen(undefined)
  }
  const done = (next: CalendarConnection | null) => {
    forgetWayBack(id, NOT_CONNECTED_HASH)
    setNotConnected(undefined)
    setConnection(next)
    close()
  }
  const act = async (ask: () => Promise<ExternalCalendarState>, title: (next: Known) => string) => {
    setBusy(true)
    try {
      const { connection: next } = await ask()
      done(next)
      toast({ title: title(next) })
    } catch (error) {
      toast({ title: 'Not done', description: reasonOf(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const test = () =>
    act(
      () => post(`${path}/test`, undefined, ExternalCalendarState),
      (next) => (next?.failing ? 'Your calendar can’t be read' : 'Your calendar was read'),
    )
  const disconnect = () =>
    act(
      () => del(path, ExternalCalendarState),
      () => 'Calendar disconnected',
    )

  const refusal = notConnected !== undefined && (
    <div ref={showInView}>
      <Notice tone="red" title="Your calendar was not connected">
        {consentFaultText(notConnected)}
      </Notice>
    </div>
  )
  if (hasFailed) {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <p className="text-sm text-soft">Couldn’t load your calendar.</p>
        <Button variant="outline" onClick={load}>
          Try again
        </Button>
      </div>
    )
  }
  if (connection === undefined) return <Skeleton className="mt-3 h-16 w-full" />
  if (open === 'connect') return <ConnectForm path={path} onDone={done} onClose={close} />
  if (open === 'choose') return <ChooseForm path={path} onDone={done} onClose={close} />
  if (!connection) {
    return (
      <div className="mt-2 grid gap-4">
        {refusal}
        <p className="text-sm text-soft">
          Connect a calendar, and founders are offered no time at which you have an event. Your calls are entered in it. We read
          when you are busy, and store no title. CalDAV works with iCloud, Fastmail, Nextcloud, Zoho and others.
        </p>
        <ConnectChoices path={path} offers={offers} opener={opener} onServer={() => setOpen('connect')} />
      </div>
    )
  }
  const again = endedAt(connection, offers)
  return (
    <div className="mt-3 grid gap-4">
      {refusal}
      <CalendarStatus connection={connection} />
      {again && <ConnectAgain path={path} provider={again} />}
      <div className="flex flex-wrap gap-3">
        <Button ref={opener} variant="outline" disabled={isBusy} onClick={() => setOpen('choose')}>
          Choose calendars
        </Button>
        <Button variant="outline" isBusy={isBusy && open !== 'disconnect'} onClick={test}>
          Test now
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => setOpen('disconnect')}>
          Disconnect
        </Button>
      </div>
      {open === 'disconnect' && (
        <ConfirmDialog
          title="Disconnect your calendar?"
          stay="Keep it connected"
          onStay={() => setOpen(undefined)}
          action="Disconnect"
          variant="danger"
          onAct={disconnect}
          isBusy={isBusy}
        >
          <p>
            {connection.provider === 'caldav' ? 'The password' : 'Our access'} and your busy times are deleted now. Founders can
            book times at which you have an event. Calls that were entered in your calendar stay there.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
