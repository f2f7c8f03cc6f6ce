export function channels(colour: string): [number, number, number] {
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Error(`not a colour this test reads: ${colour}`)
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number]
}

export const luminance = (colour: string): number => {
  const [red, green, blue] = channels(colour).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Blends '#rrggbb', '#rgb' or 'rgba(...)' with an opaque background. */
export function over(colour: string, ground: string): string {
  const rgba = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/.exec(colour)
  if (!rgba) return colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const alpha = Number(rgba[4])
  const mixed = channels(ground).map((under, at) =>
    Math.round(Number(rgba[at + 1]) * alpha + under * (1 - alpha)),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
