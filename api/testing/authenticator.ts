import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Over {
  origin?: string
  counter?: number
  flags?: number
  rpId?: string
  /** The format of the attestation. */
  format?: string
}

/** The JSON of a `PublicKeyCredential`. */
interface Answer {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  response: Readonly<Record<string, unknown>>
}

/** A software passkey, with answers as a browser would send them. */
export class Authenticator {
  readonly id = randomBytes(16)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly origin: string
  private counter = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** @param options of `navigator.credentials.create`, as JSON */
  create({ challenge }: { challenge: string }, over: Over = {}): Answer {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey()])
    const data = Buffer.concat([this.head(PRESENT | VERIFIED | HAS_CREDENTIAL, over), credential])
    const { format = 'none' } = over
    // CBOR: {fmt: "none", attStmt: {}, authData}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74', 'hex'),
      Buffer.from([0x60 + format.length]),
      Buffer.from(format),
      Buffer.from('6761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ])
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, over).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** @param options of `navigator.credentials.get`, as JSON */
  get({ challenge }: { challenge: string }, over: Over = {}): Answer {
    this.counter += 1
    const clientData = this.clientData('webauthn.get', challenge, over)
    const data = this.head(PRESENT | VERIFIED, over)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey)
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  private answer(response: Answer['response']): Answer {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private head(usual: number, { flags = usual, counter = this.counter, rpId = 'localhost' }: Over): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Over): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** COSE: a P-256 key. */
  private publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }
}
