/** A media type of an `Accept` header, or an encoding of `Accept-Encoding`. */
interface Accepted {
  type: string
  /** Such as `complete=true`. */
  parameters: readonly string[]
  quality: number
}

/** RFC 9110, 12.5; neither upper case nor quotes around a value count. */
export const readAccept = (header: string): Accepted[] =>
  header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part
        .split(';')
        .map((text) => text.trim().replace(/\s*=\s*"?([^"]*)"?/, '=$1'))
      const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      return { type, parameters: parameters.filter((text) => !text.startsWith('q=')), quality }
    })

/** How closely a range fits what is offered; 0: not at all. */
function closeness({ type, parameters }: Accepted, offered: Accepted): number {
  if (type === '*/*') return 1
  if (type.endsWith('/*')) return offered.type.startsWith(type.slice(0, -1)) ? 2 : 0
  if (type !== offered.type || !parameters.every((one) => offered.parameters.includes(one))) return 0
  return 3 + parameters.length
}

/** The type with the highest quality; of several the one that is named most closely, then first. Null: none is accepted. */
export function preferredType<Type extends string>(header: string, types: readonly Type[]): Type | null {
  const ranges = readAccept(header)
  const found = types.flatMap((type) => {
    const offered = readAccept(type)[0]!
    const fits = ranges
      .map((range, place) => ({ type, place, quality: range.quality, close: closeness(range, offered) }))
      .filter(({ close }) => close > 0)
      .sort((one, other) => other.close - one.close)
    return fits[0] && fits[0].quality > 0 ? [fits[0]] : []
  })
  found.sort((a, b) => b.quality - a.quality || b.close - a.close || a.place - b.place)
  return found[0]?.type ?? null
}

export function acceptsGzip(header: string): boolean {
  const accepted = readAccept(header)
  const qualityOf = (name: string) => accepted.find(({ type }) => type === name)?.quality
  const gzip = qualityOf('gzip') ?? qualityOf('*') ?? 0
  return gzip > 0 && gzip >= (qualityOf('identity') ?? 0)
}
