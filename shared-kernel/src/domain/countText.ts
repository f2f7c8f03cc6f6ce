const thousands = new Intl.NumberFormat('en-US')

/** '1,000'. */
export const grouped = (count: number): string => thousands.format(count)

/** '1 user', '1,000 users'. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

/** How many of all there are: '12 of 1,000 users'. */
export const countedOf = (shown: number, all: number, noun: string): string =>
  `${grouped(shown)} of ${counted(all, noun)}`
