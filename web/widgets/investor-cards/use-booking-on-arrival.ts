import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { useIsContactHidden } from '#web/features/contacts/queries.ts'
import { isBookable } from '#web/features/directory/investor/labels.ts'
import { useIsOwnListing } from '#web/widgets/own-card.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page of an investor was opened to book a call. */
    isBooking?: boolean
  }
}

/**
 * Opens the booking on the page that "Book Now" leads to, once. The request is in the history entry, not in the address: a
 * reload, a bookmark and Back open the page alone. The investor's own page and an unlocked contact have nothing to book.
 *
 * @param contact  `undefined` until the device has been read
 */
export function useBookingOnArrival(investor: Investor, contact: Contact | null | undefined, book: (investor: Investor) => void) {
  const isRequested = useLocation({ select: ({ state }) => state.isBooking === true })
  const isOwn = useIsOwnListing(investor.id)
  const isHidden = useIsContactHidden(investor.id)
  const navigate = useNavigate()
  const isKnown = contact !== undefined && isOwn !== undefined
  const isOffered = isBookable(investor) && !contact && !isHidden && !isOwn
  useEffect(() => {
    if (!isRequested || !isKnown) return
    void navigate({ to: '.', state: {}, replace: true, resetScroll: false })
    if (isOffered) book(investor)
  }, [isRequested, isKnown, isOffered])
}
