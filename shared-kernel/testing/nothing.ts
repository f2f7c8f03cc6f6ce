/** Replaces MUI's ripple, which goes on after a test. */
const Nothing = () => null
export default Nothing
