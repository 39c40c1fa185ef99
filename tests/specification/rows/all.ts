import type { Section } from '#tests/specification/facts.ts'
import { callsOne } from './part-1-calls.ts'
import { entities } from './part-1-entities.ts'
import { errorsOne } from './part-1-errors.ts'
import { bookingDialog, investorCard, investorDetail, landingGrid, secondDetail, unlockModal } from './part-1-investors.ts'
import { limitsOne } from './part-1-limits.ts'
import { adminPage, completeProfile, investorApplication, paymentSuccess, roles, states, validation } from './part-1-people.ts'
import { earlyAccess, homeA, homeB, listProject, overview, sharedHeader } from './part-1-shell.ts'
import { callsTwo } from './part-2-calls.ts'
import { errorsTwo } from './part-2-errors.ts'
import { catalogues, limitsTwo } from './part-2-limits.ts'
import { marketplace, projectPage, projectPayment, projectSetup } from './part-2-projects.ts'
import { rolesTwo, statesTwo, validationTwo } from './part-2-rules.ts'
import {
  browseVcs,
  coldScout,
  feedback,
  freeDirectory,
  investorMarketplace,
  joinPage,
  profilePage,
  settingsPage,
  signUp,
} from './part-2-screens.ts'
import { routes } from './routes.ts'

/** Both parts, in their order. */
export const SECTIONS: Section[] = [
  overview,
  routes,
  sharedHeader,
  listProject,
  earlyAccess,
  homeA,
  homeB,
  landingGrid,
  investorCard,
  investorDetail,
  secondDetail,
  unlockModal,
  bookingDialog,
  investorApplication,
  adminPage,
  paymentSuccess,
  completeProfile,
  entities,
  states,
  validation,
  roles,
  callsOne,
  errorsOne,
  limitsOne,
  projectSetup,
  profilePage,
  browseVcs,
  investorMarketplace,
  freeDirectory,
  joinPage,
  signUp,
  projectPayment,
  marketplace,
  projectPage,
  settingsPage,
  coldScout,
  feedback,
  statesTwo,
  validationTwo,
  rolesTwo,
  callsTwo,
  errorsTwo,
  limitsTwo,
  catalogues,
]
