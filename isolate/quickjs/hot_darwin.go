package quickjs

// heat does nothing: darwin has no such advice.
func (m *mappedMemory) heat([]hotRange) {}
