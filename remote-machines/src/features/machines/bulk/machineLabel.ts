import type { Machine } from '@console/shared-kernel/contracts'

/** Owner and machine, because an owner may have several machines. */
export const machineLabel = ({ userName, name }: Machine): string => [userName, name].join(' ').trim()
