import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@console/shared-kernel/core'
import type { Machine } from '@console/shared-kernel/contracts'
import { LoadingFormDialog } from '@console/shared-kernel/form'
import { nameOf, shortId } from '../model'
import { configQuery } from './api'
import { ConfigFormDialog, SECTIONS_HEIGHT } from './ConfigFormDialog'

interface Props {
  machine: Machine
  onClose: () => void
}

/** Loads the configuration, then shows the form. */
export function MachineConfigDialog({ machine, onClose }: Props) {
  const { data, isFetching, error, refetch } = useQuery(configQuery(machine.id))
  const title = <ConfigTitle machine={machine} />
  const subtitle = `Machine configuration of ${machine.userName || nameOf(machine)}`
  if (data)
    return (
      <ConfigFormDialog title={title} subtitle={subtitle} machine={machine} config={data} onClose={onClose} />
    )
  return (
    <LoadingFormDialog
      title={title}
      subtitle={subtitle}
      submitLabel="Save"
      loadingText="Loading configuration..."
      maxWidth="md"
      minHeight={{ sm: SECTIONS_HEIGHT }}
      failure={error && `Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}

function ConfigTitle({ machine }: { machine: Machine }) {
  return (
    <>
      {nameOf(machine)}{' '}
      <Typography
        component="span"
        variant="body2"
        sx={{ ml: 1.5, color: 'text.secondary', fontFamily: 'monospace' }}
      >
        {shortId(machine)}
      </Typography>
    </>
  )
}
