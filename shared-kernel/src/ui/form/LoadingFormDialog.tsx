import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import type { DialogProps } from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { CentredSpinner, RetryAlert } from '../states'
import { FormDialog } from './FormDialog'

interface Props {
  title: ReactNode
  subtitle?: ReactNode
  submitLabel: string
  /** Also names the spinner. */
  loadingText: string
  maxWidth?: DialogProps['maxWidth']
  /** How tall the form will be, so that the dialog does not jump when it comes. */
  minHeight?: Partial<Record<'sm' | 'md', number>>
  /** Why what the form needs could not be read; null while it may still come. */
  failure: string | null
  onRetry: () => void
  retrying: boolean
  onClose: () => void
}

/** Stands in a form's place until what it begins with has been read. */
export function LoadingFormDialog(props: Props) {
  const { title, subtitle, submitLabel, loadingText, maxWidth, minHeight } = props
  const { failure, onRetry, retrying, onClose } = props
  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      submitLabel={submitLabel}
      maxWidth={maxWidth}
      changed={false}
      notice={failure !== null && <RetryAlert message={failure} onRetry={onRetry} busy={retrying} />}
      canSubmit={false}
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', alignContent: 'center', minHeight }}>
        {failure === null && (
          <>
            <CentredSpinner label={loadingText} />
            <Typography sx={{ textAlign: 'center' }}>{loadingText}</Typography>
          </>
        )}
      </Box>
    </FormDialog>
  )
}
