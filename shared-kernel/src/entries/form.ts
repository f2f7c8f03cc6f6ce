/** Forms and questions: everything that changes something begins in one of these dialogs. */
export { Dialog } from '../ui/Dialog'
export { ConfirmDialog } from '../ui/form/ConfirmDialog'
export { DeletionDialog } from '../ui/form/DeletionDialog'
export { FormDialog } from '../ui/form/FormDialog'
export { FormField } from '../ui/form/FormField'
export { LoadingFormDialog } from '../ui/form/LoadingFormDialog'
export { SelectField } from '../ui/form/SelectField'
export { SwitchField } from '../ui/form/SwitchField'
export { showServerErrors } from '../ui/form/showServerErrors'
export { GamePicker } from '../ui/games/GamePicker'
export { SignInAgainDialog } from '../ui/form/SignInAgainDialog'
export { useLeaveGuard } from '../ui/form/useLeaveGuard'

export { Controller, useController, useForm, useWatch, type Control } from 'react-hook-form'

export { DialogActions, DialogContent, DialogTitle, InputAdornment, Tab, Tabs } from '@mui/material'
