/** Why a document is invalid. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault'
  readonly document: string
  /** Path of the field, e.g. `remotes.users.release.entry`; empty for the document as a whole. */
  readonly field: string
  readonly problem: string

  constructor(document: string, field: string, problem: string) {
    super(field === '' ? `${document}: ${problem}` : `${document}, ${field}: ${problem}`)
    this.document = document
    this.field = field
    this.problem = problem
  }
}

/** Reads an object of a document. Each reader throws a {@link DocumentFault} that names the field. */
export class Fields {
  private readonly record: Record<string, unknown>
  private readonly document: string
  private readonly path: string

  constructor(document: string, path: string, value: unknown) {
    this.document = document
    this.path = path
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DocumentFault(document, path, 'is not an object')
    }
    this.record = value as Record<string, unknown>
  }

  private at = (key: string): string => (this.path === '' ? key : `${this.path}.${key}`)

  fault = (key: string, problem: string): DocumentFault =>
    new DocumentFault(this.document, this.at(key), problem)

  keys = (): string[] => Object.keys(this.record)

  has = (key: string): boolean => Object.hasOwn(this.record, key) && this.record[key] !== undefined

  raw = (key: string): unknown => {
    if (!this.has(key)) throw this.fault(key, 'is missing')
    return this.record[key]
  }

  object = (key: string): Fields => new Fields(this.document, this.at(key), this.raw(key))

  text = (key: string): string => {
    const value = this.raw(key)
    if (typeof value !== 'string' || value === '') throw this.fault(key, 'is not a non-empty string')
    return value
  }

  number = (key: string): number => {
    const value = this.raw(key)
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.fault(key, 'is not a number')
    return value
  }

  /** Returns undefined if it is missing. */
  flag = (key: string): boolean | undefined => {
    const value = this.has(key) ? this.raw(key) : undefined
    if (value !== undefined && typeof value !== 'boolean') throw this.fault(key, 'is not true or false')
    return value
  }

  texts = (key: string): string[] => {
    const value = this.raw(key)
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      throw this.fault(key, 'is not a list of strings')
    }
    return value
  }

  list = <T>(key: string, read: (item: Fields) => T): T[] => {
    const value = this.raw(key)
    if (!Array.isArray(value)) throw this.fault(key, 'is not a list')
    return value.map((item, index) => read(new Fields(this.document, `${this.at(key)}[${index}]`, item)))
  }

  /** Reads an absolute http(s) address. */
  address = (key: string): string => {
    const value = this.text(key)
    if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value))
      throw this.fault(key, 'is not an absolute address')
    return value
  }

  schema = (known: number): void => {
    const value = this.raw('schema')
    if (value !== known)
      throw this.fault('schema', `is ${JSON.stringify(value)}; this console knows ${known}`)
  }
}
