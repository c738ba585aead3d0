// What the program asks of the page around it.
mergeInto(LibraryManager.library, {
  page_choose: function () { Module['choose'](); }
});
