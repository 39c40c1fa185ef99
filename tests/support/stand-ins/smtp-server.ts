import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Received = Email & { raw: string; recipients: string[] }

export type TestSmtp = { url: string; received: Received[]; stop: () => Promise<void> }

const CREDENTIALS = { user: 'latchkey', pass: 'open sesame' }

export type SmtpOptions = SMTPServerOptions & {
  /** The password that the client sends. */
  password?: string
  /** Drops the connection in the middle of a message. */
  hangsUp?: boolean
}

/** A mail server on a free port. It accepts every message from the test user, unless the options say otherwise. */
export async function openSmtp({
  password = CREDENTIALS.pass,
  hangsUp = false,
  ...options
}: SmtpOptions = {}): Promise<TestSmtp> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, done) =>
      username === CREDENTIALS.user && given === CREDENTIALS.pass
        ? done(null, { user: username })
        : done(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 })),
    onData: (stream, session, done) => {
      if (hangsUp) {
        for (const socket of sockets) socket.destroy()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        PostalMime.parse(raw).then((mail) => {
          received.push({ ...mail, raw, recipients: session.envelope.rcptTo.map(({ address }) => address) })
          done()
        }, done)
      })
    },
    ...options,
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  // A connection that a test drops causes a socket error, which is no failure of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `smtp://${CREDENTIALS.user}:${encodeURIComponent(password)}@127.0.0.1:${port}`, received, stop }
}
