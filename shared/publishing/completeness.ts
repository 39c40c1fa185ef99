export const BOTH_NEEDED = 'Please fill in company name and description before publishing.'
export const EMAIL_NEEDED = 'Please add a company email before publishing.'

/** What is missing before a project can be published, as a message for its founder; undefined when it is complete. */
export function missingForPublishing(project: { companyName: string | null; description: string | null; email: string | null }) {
  if (!project.companyName?.trim() || !project.description?.trim()) return BOTH_NEEDED
  return project.email?.trim() ? undefined : EMAIL_NEEDED
}
