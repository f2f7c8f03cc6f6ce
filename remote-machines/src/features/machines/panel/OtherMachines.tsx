import { useMemo } from 'react'
import type { Machine } from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { MachineLinks, PanelSection } from '@console/shared-kernel/panel'

interface Props {
  machine: Machine
  /** All machines that the viewer can see. */
  machines: readonly Machine[]
}

/** Lists the owner's other machines. Renders nothing if there are none or the server names no owner. */
export function OtherMachines({ machine: { id, ownerId, userName }, machines }: Props) {
  const others = useMemo(
    () => (ownerId === null ? [] : machines.filter((each) => each.ownerId === ownerId && each.id !== id)),
    [machines, id, ownerId],
  )
  if (others.length === 0) return null
  return (
    <PanelSection title={`${counted(others.length, 'other machine')} of ${userName}`}>
      <MachineLinks
        machines={others}
        all={{ label: `All machines of ${userName}`, to: `/machines?branch=${ownerId}` }}
      />
    </PanelSection>
  )
}
