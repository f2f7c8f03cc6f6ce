import type { Machine } from '@console/shared-kernel/contracts'

/** Owners have several machines: a row goes by both names. */
export const machineLabel = ({ userName, name }: Machine): string => [userName, name].join(' ').trim()
