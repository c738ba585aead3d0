; The installer, for one user, who needs no rights for it: makensis -DVERSION=... -DFROM=FOLDER -DTO=FILE installer.nsi
Target amd64-unicode
Unicode true
SetCompressor /SOLID lzma
Name "Graph Prix"
OutFile "${TO}"
InstallDir "$LOCALAPPDATA\Programs\Graph Prix"
RequestExecutionLevel user
ShowInstDetails nevershow
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define CLASSES "Software\Classes"
!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Graph Prix"

!macro opens ENDING WORDS
  WriteRegStr HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "GraphPrix${ENDING}" ""
  WriteRegStr HKCU "${CLASSES}\GraphPrix${ENDING}" "" "${WORDS}"
  WriteRegStr HKCU "${CLASSES}\GraphPrix${ENDING}\DefaultIcon" "" "$INSTDIR\graphprix.exe"
  WriteRegStr HKCU "${CLASSES}\GraphPrix${ENDING}\shell\open\command" "" '"$INSTDIR\graphprix.exe" "%1"'
!macroend
!macro opens_no_more ENDING
  DeleteRegValue HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "GraphPrix${ENDING}"
  DeleteRegKey HKCU "${CLASSES}\GraphPrix${ENDING}"
!macroend

Section
  ; Of an older version, too, what this one has no more.
  RMDir /r "$INSTDIR\tracks"
  RMDir /r "$INSTDIR\assets"
  SetOutPath "$INSTDIR"
  File /r "${FROM}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Graph Prix.lnk" "$INSTDIR\graphprix.exe"
  !insertmacro opens .race "Race of Graph Prix"
  !insertmacro opens .map "Map of stock cars"
  !insertmacro opens .lesson "Lesson of Graph Prix"
  WriteRegStr HKCU "${REMOVAL}" "DisplayName" "Graph Prix"
  WriteRegStr HKCU "${REMOVAL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${REMOVAL}" "DisplayIcon" "$INSTDIR\graphprix.exe"
  WriteRegStr HKCU "${REMOVAL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

; What was played is the player's, in his own folder, and stays.
Section Uninstall
  RMDir /r "$INSTDIR\tracks"
  RMDir /r "$INSTDIR\assets"
  RMDir /r "$INSTDIR\fonts"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\graphprix.exe"
  Delete "$INSTDIR\graphprix.com"
  Delete "$INSTDIR\graphprix.dll"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Graph Prix.lnk"
  !insertmacro opens_no_more .race
  !insertmacro opens_no_more .map
  !insertmacro opens_no_more .lesson
  DeleteRegKey HKCU "${REMOVAL}"
SectionEnd
