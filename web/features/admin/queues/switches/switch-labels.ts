import type { Switch } from '#shared/switches/contract.ts'

type Label = { name: string; about: string }

export const switchLabels: Record<Switch, Label> = {
  'sign-up': { name: 'Sign-up', about: 'New accounts. Existing ones sign in as usual.' },
  'guest-checkout': { name: 'Guest checkout', about: 'Every payment without an account.' },
  bookings: { name: 'Bookings', about: 'New calls. Booked ones take place, and can be moved or cancelled.' },
  'cold-scout': { name: 'Cold Scout', about: 'Unlocking decision makers. The funds stay visible.' },
  'scout-publishing': { name: 'Scout publishing', about: 'Publishing projects and putting them back. Published ones stay.' },
  applications: { name: 'Applications', about: 'New applications of investors. Those under review can be decided.' },
  newsletter: { name: 'Newsletter', about: 'New subscribers. Confirming and unsubscribing still work.' },
}
