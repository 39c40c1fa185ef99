import { Link } from '@tanstack/react-router'
import type { VcId } from '#shared/ids.ts'
import { useOwnListings } from '#web/features/listings/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Whether this user is the investor; `undefined` until the device is read. */
export const useIsOwnListing = (id: VcId) => useOwnListings()?.some((listing) => listing.id === id)

/** In place of the contact area, on the user's own public page. */
export const OwnCard = ({ id }: { id: VcId }) => (
  <section className="rounded-box border border-rule bg-sheet p-6">
    <h2 className="text-[1.375rem]">This is how founders see you.</h2>
    <p className="mt-2 mb-5 text-sm text-soft">Founders find your price and the button to unlock your contact here.</p>
    <EditOwn id={id} />
  </section>
)

export const EditOwn = ({ id }: { id: VcId }) => (
  <Link to="/edit-listing/$id" params={{ id }} className={buttonClass('outline', 'w-full')}>
    Edit
  </Link>
)
