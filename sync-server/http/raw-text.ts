/** A route's parser for a body that must stay as it came: a signature covers its bytes, or it is no JSON. */
export const rawText = ({ request }: { request: Request }) => request.text()
