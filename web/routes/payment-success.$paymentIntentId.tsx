import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { ContactDetails } from '#web/features/contacts/contact-details.tsx'
import { useContacts } from '#web/features/contacts/queries.ts'
import { PaymentSuccess } from '#web/features/unlocks/payment-success.tsx'
import { useConfirmOther } from '#web/widgets/confirm-other.ts'
import { SaveToAccount } from '#web/widgets/save-to-account.tsx'

export const Route = createFileRoute('/payment-success/$paymentIntentId')({
  component: Confirmation,
})

function Confirmation() {
  const { paymentIntentId } = Route.useParams()
  const user = useUser()
  const contacts = useContacts()
  const confirmOther = useConfirmOther()
  return (
    <div className="frame max-w-2xl pt-10 pb-16">
      {/* A confirmation belongs to one payment: another id starts over. */}
      <PaymentSuccess
        key={paymentIntentId}
        paymentIntentId={paymentIntentId}
        isSignedIn={user === undefined ? undefined : user !== null}
        contacts={contacts}
        confirmOther={confirmOther}
        afterCall={<SaveToAccount next="/calls" />}
        renderDetails={(contact) => (
          <>
            <ContactDetails contact={contact} />
            <SaveToAccount next={`/contacts/${contact.id}`} />
          </>
        )}
      />
    </div>
  )
}
